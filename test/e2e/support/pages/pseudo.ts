/** Pseudo-localization for layout tests: every text grows by a third and stays readable. */
/** Letters that the Latin subset of our font contains with an accent. */
const PLAIN = 'aceinouyACEINOUY';
const ACCENTED = 'áçéíñóúýÁÇÉÍÑÓÚÝ';
const GROWTH = 0.35;

const accent = (char: string) => ACCENTED[PLAIN.indexOf(char)] ?? char;

/** Placeholders and tags, which stay as they are. */
const FIXED = /(\{\{[^}]*\}\}|<[^>]*>)/;
/** Words; a placeholder counts as one character of its word, whatever it contains. */
const WORDS = /(?:\{\{[^}]*\}\}|<[^>]*>|\S)+/g;

/** Each word grows, so that lines break where they would: `{{count}} screens` → `[{{count}}~~~~ sçrééñs~~]`. */
export function pseudoText(text: string): string {
  let padded = 0;
  const longer = text.replace(WORDS, (word, at: number) => {
    const padding = Math.ceil((at + word.length) * GROWTH) - padded;
    padded += padding;
    const parts = word.split(FIXED).map((part, i) => (i % 2 === 1 ? part : part.replace(/[a-z]/gi, accent)));
    return `${parts.join('')}${'~'.repeat(padding)}`;
  });
  return `[${longer}]`;
}

export function pseudoLocalize(tree: unknown): unknown {
  if (typeof tree === 'string') return pseudoText(tree);
  if (typeof tree !== 'object' || tree === null) return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, pseudoLocalize(value)]));
}
