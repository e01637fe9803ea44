/** Posts, comments and news. */
import { hash, type OwnPost, type OwnThing, type Writer } from '../writer.ts'

const maxOwn = 12

const stateOfPost = ({ title, content, isPublished }: OwnPost) => `${title}|${hash(content)}|${isPublished}`
const keyOf = ({ marker }: { marker: string }) => `post ${marker}`

export async function createPost(w: Writer) {
  if (w.posts.length >= maxOwn) return deletePost(w)
  const marker = w.newMarker()
  const post: OwnPost = {
    marker,
    id: '',
    title: `${marker} ${w.words(3)}`,
    content: w.words(w.random.happens(0.1) ? 2000 : 60),
    isPublished: w.random.happens(0.5),
    comments: [],
  }
  const { title, content, isPublished: is_published } = post
  const answer = await w.perform('post created', { [keyOf(post)]: stateOfPost(post) }, () =>
    w.ask('POST', '/posts', { body: { title, content, is_published } }),
  )
  if (answer) w.posts.push({ ...post, id: answer.body.id })
}

export async function editPost(w: Writer) {
  const post = w.take(w.posts)
  if (!post) return createPost(w)
  const edited = { ...post, title: `${post.marker} ${w.words(3)}`, content: w.words(60) }
  const { title, content } = edited
  const answer = await w.perform('post edited', { [keyOf(post)]: stateOfPost(edited) }, () =>
    w.ask('PUT', `/posts/${post.id}`, { body: { title, content } }),
  )
  w.posts.push(answer ? edited : post)
}

export async function publishPost(w: Writer) {
  const post = w.take(w.posts)
  if (!post) return createPost(w)
  const changed = { ...post, isPublished: !post.isPublished }
  const answer = await w.perform('post published', { [keyOf(post)]: stateOfPost(changed) }, () =>
    w.ask('PUT', `/posts/${post.id}/publish`, { body: { is_published: changed.isPublished } }),
  )
  w.posts.push(answer ? changed : post)
}

export async function deletePost(w: Writer) {
  const post = w.take(w.posts)
  if (!post) return
  const comments = post.comments.map((marker) => [`comment ${marker}`, undefined])
  const effects = { [keyOf(post)]: undefined, ...Object.fromEntries(comments) }
  const answer = await w.perform('post deleted', effects, () => w.ask('DELETE', `/posts/${post.id}`))
  if (!answer) w.posts.push(post)
}

/** On an own post, with which it is deleted, or on another one. */
export async function createComment(w: Writer) {
  if (w.comments.length >= maxOwn) return deleteComment(w)
  const own = w.random.happens(0.4) ? w.take(w.posts) : undefined
  const marker = w.newMarker()
  const content = `${marker} ${w.words(20)}`
  const answer = await w.perform('comment created', { [`comment ${marker}`]: hash(content) }, () =>
    w.ask('POST', `/comments/post/${own?.id ?? w.random.one(w.publicPosts)}`, { body: { content } }),
  )
  if (own) w.posts.push(answer ? { ...own, comments: [...own.comments, marker] } : own)
  else if (answer) w.comments.push({ marker, id: answer.body.id, fields: {} })
}

export async function editComment(w: Writer) {
  const comment = w.take(w.comments)
  if (!comment) return createComment(w)
  const content = `${comment.marker} ${w.words(20)}`
  await w.perform('comment edited', { [`comment ${comment.marker}`]: hash(content) }, () =>
    w.ask('PUT', `/comments/${comment.id}`, { body: { content } }),
  )
  w.comments.push(comment)
}

export async function deleteComment(w: Writer) {
  const comment = w.take(w.comments)
  if (!comment) return
  const answer = await w.perform('comment deleted', { [`comment ${comment.marker}`]: undefined }, () =>
    w.ask('DELETE', `/comments/${comment.id}`),
  )
  if (!answer) w.comments.push(comment)
}

const newsText = (w: Writer, marker: string) => ({
  title: `${marker} ${w.words(3)}`,
  url: `https://noticias.example/${marker}/${hash(w.words(1))}`,
  comment: w.words(4),
})
const stateOfNews = ({ title, url, comment }: ReturnType<typeof newsText>) => `${title}|${url}|${comment}`

export async function createNews(w: Writer) {
  if (w.news.length >= maxOwn) return deleteNews(w)
  const marker = w.newMarker()
  const body = newsText(w, marker)
  const answer = await w.perform('news created', { [`news ${marker}`]: stateOfNews(body) }, () =>
    w.ask('POST', '/news', { body }),
  )
  if (answer) w.news.push({ marker, id: answer.body.id, fields: {} })
}

export async function editNews(w: Writer) {
  const item = w.take(w.news)
  if (!item) return createNews(w)
  const body = newsText(w, item.marker)
  await w.perform('news edited', { [`news ${item.marker}`]: stateOfNews(body) }, () =>
    w.ask('PUT', `/news/${item.id}`, { body }),
  )
  w.news.push(item)
}

async function deleteNews(w: Writer) {
  const item: OwnThing | undefined = w.take(w.news)
  if (!item) return
  const answer = await w.perform('news deleted', { [`news ${item.marker}`]: undefined }, () =>
    w.ask('DELETE', `/news/${item.id}`),
  )
  if (!answer) w.news.push(item)
}
