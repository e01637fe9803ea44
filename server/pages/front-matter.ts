/** Head of a Markdown file, in YAML, in which a string of JSON is a string. */
export function frontMatter(fields: Record<string, string | null>) {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n\n`
}
