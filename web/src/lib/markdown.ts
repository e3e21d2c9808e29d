/** As much of Markdown as the rules are written in. */

export interface Span {
  /** `ruling` is the mark of what the rulebook leaves open. */
  kind: 'text' | 'strong' | 'em' | 'code' | 'ruling';
  text: string;
}

/** A diagram, or a figure that the game draws from its box. */
export interface Picture {
  kind: 'diagram' | 'figure';
  name: string;
  caption: Span[];
}

/** A cell of a table: words, and pictures under them. */
export interface Cell {
  spans: Span[];
  pictures: Picture[];
}

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'rule'; number: string; /** Whether all of it is a ruling. */ ruling: boolean; spans: Span[] }
  /** One of the rulings listed at the end: which rule it is in, and what is ruled. */
  | { kind: 'ruling'; number: string; spans: Span[] }
  | { kind: 'text'; /** Whether it is one of a list. */ item: boolean; spans: Span[] }
  | { kind: 'pictures'; pictures: Picture[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: string[]; rows: Cell[][] };

/** A part of the rules: from one heading of the second level to the next. What comes before the first has no heading. */
export interface Section {
  title: string;
  blocks: Block[];
}

/** The line that says which rules the lessons must teach: people have a link to them instead. */
export const isForLessons = (block: Block): boolean =>
  block.kind === 'text' && (block.spans[0]?.text.startsWith('Basic rules:') ?? false);

/** The parts of a text. */
export function sectionsOf(blocks: Block[]): Section[] {
  const sections: Section[] = [{ title: '', blocks: [] }];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 2) sections.push({ title: block.text, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections.filter(({ blocks: within }) => within.length);
}

/** Words as they are set: with printed apostrophes. */
const set = (words: string): string => words.replaceAll("'", '’');

/** A line's words, with what is strong, slanted or code told apart. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const found of line.matchAll(/\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g)) {
    if (found.index > at) spans.push({ kind: 'text', text: set(line.slice(at, found.index)) });
    if (found[1] === '(R)') spans.push({ kind: 'ruling', text: 'R' });
    else if (found[1] !== undefined) spans.push({ kind: 'strong', text: set(found[1]) });
    else if (found[2] !== undefined) spans.push({ kind: 'em', text: set(found[2]) });
    else spans.push({ kind: 'code', text: found[3] ?? '' });
    at = found.index + found[0].length;
  }
  if (at < line.length) spans.push({ kind: 'text', text: set(line.slice(at)) });
  return spans;
}

const PICTURE = /!\[([^\]]*)\]\((diagram|figure):([\w-]+)\)/g;

const picturesIn = (line: string): Picture[] =>
  [...line.matchAll(PICTURE)].map(([, caption, kind, name]) => ({
    kind: kind === 'figure' ? 'figure' : 'diagram',
    name: name ?? '',
    caption: spansOf(caption ?? ''),
  }));

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

const cellOf = (text: string): Cell => ({
  spans: spansOf(text.replace(PICTURE, '').trim()),
  pictures: picturesIn(text),
});

/** The blocks of a text; rules (`- **TX1** …`) have their numbers. */
export function read(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const heading = /^(#+) (.*)$/.exec(line);
    const rule = /^[-*] \*\*([A-Z]+\d+)( \(R\))?\*\*\s*(.*)$/.exec(line);
    const ruling = /^[-*] \*\*([^*:]+):\*\*\s*(.*)$/.exec(line);
    if (!line.trim()) continue;
    if (heading) blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
    else if (line.trim().startsWith('![')) blocks.push({ kind: 'pictures', pictures: picturesIn(line) });
    else if (line.startsWith('```')) {
      const end = lines.indexOf('```', at + 1);
      const last = end < 0 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') });
      at = last;
    } else if (line.trim().startsWith('|')) {
      const rows = [];
      while (lines[at]?.trim().startsWith('|')) rows.push(cells(lines[at++] ?? ''));
      at--;
      blocks.push({ kind: 'table', head: rows[0] ?? [], rows: rows.slice(2).map((row) => row.map(cellOf)) });
    } else {
      let whole = rule?.[3] ?? ruling?.[2] ?? line.replace(/^[-*] /, '');
      while (/^\S|^ {2,}\S/.test(lines[at + 1] ?? '') && !/^([-*#|]|!\[|```)/.test((lines[at + 1] ?? '').trim())) {
        whole += ` ${(lines[++at] ?? '').trim()}`;
      }
      if (rule) {
        blocks.push({ kind: 'rule', number: rule[1] ?? '', ruling: rule[2] !== undefined, spans: spansOf(whole) });
      } else if (ruling) blocks.push({ kind: 'ruling', number: ruling[1] ?? '', spans: spansOf(whole) });
      else blocks.push({ kind: 'text', item: /^[-*] /.test(line), spans: spansOf(whole.trim()) });
    }
  }
  return blocks;
}
