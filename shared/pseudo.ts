/** A made-up language for tests of the look: every text grows by a third and stays readable. */
const PLAIN = 'aceinosuyzACEINOSUYZ';
const ACCENTED = 'áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ';
const GROWTH = 0.35;

const accent = (sign: string) => ACCENTED[PLAIN.indexOf(sign)] ?? sign;

/** Placeholders stay as they are: `{{count}} screens` → `[{{count}} šçréénš~~~]`. */
export function pseudoText(text: string): string {
  const changed = text
    .split(/(\{\{[^}]*\}\})/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[a-z]/gi, accent)))
    .join('');
  return `[${changed}${'~'.repeat(Math.ceil(text.length * GROWTH))}]`;
}

export function pseudo(tree: unknown): unknown {
  if (typeof tree === 'string') return pseudoText(tree);
  if (typeof tree !== 'object' || tree === null) return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, pseudo(value)]));
}
