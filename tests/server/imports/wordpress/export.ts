/** Exports of WordPress as its versions write them, made for the tests. */
interface ItemParts {
  id?: number
  type?: string
  status?: string
  title?: string
  date?: string
  html?: string
  link?: string
  /** Elements that come last. */
  more?: string
}

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

export const item = ({
  id = 1,
  type = 'post',
  status = 'publish',
  title = 'El faro',
  date = '2019-05-04 10:00:00',
  html = '<p>Hola.</p>',
  link = `https://blog.example/${id}/`,
  more = '',
}: ItemParts = {}) => `<item>
  <title>${cdata(title)}</title>
  <link>${link}</link>
  <pubDate>Sat, 04 May 2019 10:00:00 +0000</pubDate>
  <dc:creator>${cdata('ana')}</dc:creator>
  <guid isPermaLink="false">https://blog.example/?p=${id}</guid>
  <description></description>
  <content:encoded>${cdata(html)}</content:encoded>
  <excerpt:encoded>${cdata('')}</excerpt:encoded>
  <wp:post_id>${id}</wp:post_id>
  <wp:post_date>${cdata(date)}</wp:post_date>
  <wp:post_date_gmt>${cdata(date)}</wp:post_date_gmt>
  <wp:post_name>${cdata(`entrada-${id}`)}</wp:post_name>
  <wp:status>${cdata(status)}</wp:status>
  <wp:post_parent>0</wp:post_parent>
  <wp:post_type>${cdata(type)}</wp:post_type>
  <wp:post_password>${cdata('')}</wp:post_password>
  ${more}
</item>`

export const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`

export const category = (name: string, domain = 'category') =>
  `<category domain="${domain}" nicename="${name.toLowerCase()}">${cdata(name)}</category>`

export const comment = (
  id: number,
  author: string,
  html: string,
  { parent = 0, approved = '1', type = 'comment', email = '', date = '2019-05-05 09:00:00' } = {},
) => `<wp:comment>
  <wp:comment_id>${id}</wp:comment_id>
  <wp:comment_author>${cdata(author)}</wp:comment_author>
  <wp:comment_author_email>${cdata(email)}</wp:comment_author_email>
  <wp:comment_date>${cdata(date)}</wp:comment_date>
  <wp:comment_date_gmt>${cdata(date)}</wp:comment_date_gmt>
  <wp:comment_content>${cdata(html)}</wp:comment_content>
  <wp:comment_approved>${cdata(approved)}</wp:comment_approved>
  <wp:comment_type>${cdata(type)}</wp:comment_type>
  <wp:comment_parent>${parent}</wp:comment_parent>
</wp:comment>`

/** An attachment below https://blog.example/wp-content/uploads/. */
export const attachment = (id: number, path: string, { parent = 0 } = {}) =>
  item({
    id,
    type: 'attachment',
    status: 'inherit',
    title: path,
    more: `<wp:attachment_url>${cdata(`https://blog.example/wp-content/uploads/${path}`)}</wp:attachment_url>
      ${meta('_wp_attached_file', path)}`,
  }).replace('<wp:post_parent>0<', `<wp:post_parent>${parent}<`)

const author = `<wp:author><wp:author_id>1</wp:author_id><wp:author_login>${cdata('ana')}</wp:author_login>
  <wp:author_email>${cdata('ana@blog.example')}</wp:author_email>
  <wp:author_display_name>${cdata('Ana Ruiz')}</wp:author_display_name></wp:author>`

export const exported = (...items: string[]) => `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.4" created="2024-01-02 10:00" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
  <title>El blog del club</title>
  <link>https://blog.example</link>
  <wp:wxr_version>1.2</wp:wxr_version>
  <wp:base_site_url>https://blog.example</wp:base_site_url>
  <wp:base_blog_url>https://blog.example</wp:base_blog_url>
  ${author}
  <image><url>https://blog.example/icon.png</url><title>Otro título</title><link>https://otro.example</link></image>
  ${items.join('\n')}
</channel>
</rss>
`
