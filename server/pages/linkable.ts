/** Endings of files that a browser shows without running them, or saves. */
const linkable = new Set([
  ...['apng', 'avif', 'bmp', 'gif', 'heic', 'heif', 'ico', 'jfif', 'jpe', 'jpeg', 'jpg', 'png', 'tif', 'tiff', 'webp'],
  ...['aac', 'aif', 'aiff', 'amr', 'flac', 'm4a', 'mid', 'midi', 'mp3', 'oga', 'ogg', 'opus', 'wav', 'weba', 'wma'],
  ...['3gp', 'avi', 'm4v', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'ogv', 'webm', 'wmv'],
  ...['csv', 'ics', 'json', 'log', 'md', 'pdf', 'rtf', 'srt', 'tsv', 'txt', 'vcf', 'vtt'],
  ...['doc', 'docx', 'epub', 'key', 'numbers', 'odg', 'odp', 'ods', 'odt', 'pages', 'pps', 'ppsx', 'ppt', 'pptx'],
  ...['xls', 'xlsx', '7z', 'bz2', 'gz', 'rar', 'tar', 'tgz', 'xz', 'zip'],
])

/** A page opened from a disk links only to such files: on a disk a file's ending decides how a browser opens it. */
export const isLinkable = (path: string) => linkable.has(/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '')
