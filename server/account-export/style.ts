import { themes } from '../pages/themes.ts'

/** Of every page of the ZIP: the colours and proportions of web/theme, with fonts that the reader's machine has. */
export const style = `${themes}
:root {
  color-scheme: light dark;
  --emoji: "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji";
  --serif: Alegreya, "Iowan Old Style", Palatino, "Palatino Linotype", "Book Antiqua", Georgia, serif, var(--emoji);
  --sans: "Source Sans 3", "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif, var(--emoji);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 400 1.1875rem/1.6 var(--serif); overflow-wrap: anywhere; }
.page { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
h1, h2, h3, h4, h5, h6 { line-height: 1.2; margin: 1.7em 0 0.45em; }
h1 { margin-top: 0.6em; font-size: 1.9rem; }
h2 { font-size: 1.35rem; }
h3 { font-size: 1.15rem; }
h4, h5, h6 { font-size: 1rem; }
p, ul, ol, blockquote, pre, .table-scroll { margin: 0.85em 0 0; }
ul, ol { padding-left: 1.4em; }
li + li { margin-top: 0.35em; }
.contains-task-list { padding-left: 0.2em; list-style: none; }
blockquote { margin-left: 0; padding-left: 1.2em; border-left: 2px solid var(--gold); font-style: italic; }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.85em; }
pre { padding: 0.8em 1em; background: var(--sunken); border-radius: 4px; overflow-x: auto; }
.table-scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9em; }
th, td { padding: 0.35em 0.8em; border: 1px solid var(--line); text-align: left; vertical-align: top; }
hr { margin: 2em 0; border: 0; border-top: 1px solid var(--line); }
img { max-width: 100%; height: auto; }
.picture { display: grid; width: fit-content; gap: 0.3em; font: 0.9375rem/1.5 var(--sans); }
.picture img { max-height: 32rem; }
.back, .facts, .note, .not-found { color: var(--ink-2); font: 0.9375rem/1.5 var(--sans); }
.back { margin: 0; }
.facts { margin: 0.2em 0 0; }
.items { padding: 0; list-style: none; }
.items > li { padding: 0.7em 0; margin: 0; border-top: 1px solid var(--line); }
.items > li > :first-child { margin-top: 0; }
.plain { white-space: pre-wrap; }
.mention { font-weight: 600; }
.not-found { text-decoration: line-through; }
.count { color: var(--ink-2); font-weight: 400; font-size: 0.8em; }
@media print {
  :root { --paper: #fff; --ink: #000; --ink-2: #444; --line: #bbb; --accent: #000; }
  .back { display: none; }
  .page { padding: 0; }
  li, blockquote, pre { break-inside: avoid; }
}
`
