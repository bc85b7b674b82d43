/** Legal texts of the platform, and the templates that stand in for them until one is published. */
export const POLICY_KINDS = ['terms', 'privacy', 'dpa', 'notice'] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];
/** Those that have a page of their own. */
export const DOCUMENT_KINDS = ['terms', 'privacy', 'dpa'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The words of the templates stand in a namespace of the same name. */
export const TEMPLATES = {
  terms: { version: '1.0', from: '2026-11-01T12:00:00.000Z' },
  privacy: { version: '1.0', from: '2026-11-01T12:00:00.000Z' },
  dpa: { version: '1.0', from: '2026-11-01T12:00:00.000Z' },
} as const satisfies Record<DocumentKind, { version: string; from: string }>;

/** What is noted of somebody who accepts a text while its template stands. */
export const templateEdition = (kind: DocumentKind): string => `template ${TEMPLATES[kind].version}`;

export interface Block {
  heading: string | null;
  paragraphs: string[];
}
/** A body is plain text: an empty line ends a paragraph, and `# ` begins a heading. */
export function blocksOf(body: string): Block[] {
  const blocks: Block[] = [];
  for (const part of body.split(/\n\s*\n/).map(piece => piece.trim())) {
    if (part === '') continue;
    const [first = '', ...rest] = part.split('\n');
    const isHeading = first.startsWith('# ');
    if (isHeading || blocks.length === 0)
      blocks.push({ heading: isHeading ? first.slice('# '.length).trim() : null, paragraphs: [] });
    const text = (isHeading ? rest : [first, ...rest]).join('\n').trim();
    if (text !== '') blocks.at(-1)?.paragraphs.push(text);
  }
  return blocks;
}
