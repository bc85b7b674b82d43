/** A made-up language for tests of the look: every text grows by a third and stays readable. */
/** Signs the Latin slice of our type has. */
const PLAIN = 'aceinouyACEINOUY';
const ACCENTED = 'áçéíñóúýÁÇÉÍÑÓÚÝ';
const GROWTH = 0.35;

const accent = (sign: string) => ACCENTED[PLAIN.indexOf(sign)] ?? sign;

/** Placeholders and tags, which stay as they are. */
const FIXED = /(\{\{[^}]*\}\}|<[^>]*>)/;
/** Runs without a space, a placeholder being one sign of them whatever stands in it. */
const WORDS = /(?:\{\{[^}]*\}\}|<[^>]*>|\S)+/g;

/** Each word grows, so that lines break where they would: `{{count}} screens` → `[{{count}}~~~~ sçrééñs~~]`. */
export function pseudoText(text: string): string {
  let grown = 0;
  const longer = text.replace(WORDS, (word, at: number) => {
    const due = Math.ceil((at + word.length) * GROWTH) - grown;
    grown += due;
    const parts = word.split(FIXED).map((part, i) => (i % 2 === 1 ? part : part.replace(/[a-z]/gi, accent)));
    return `${parts.join('')}${'~'.repeat(due)}`;
  });
  return `[${longer}]`;
}

export function pseudo(tree: unknown): unknown {
  if (typeof tree === 'string') return pseudoText(tree);
  if (typeof tree !== 'object' || tree === null) return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, pseudo(value)]));
}
