/** Where the parts of a JSON text stand: the line of each JSON pointer, from 1. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const escaped = (step: string) => step.replaceAll('~', '~0').replaceAll('/', '~1');
interface Level {
  pointer: string;
  /** null: a list is counted. */
  key: string | null;
  index: number;
}

function keyOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

/** Of a text that is no JSON it holds what comes before the fault. */
export function pointerLines(text: string): Map<string, number> {
  const lines = new Map<string, number>([['', 1]]);
  const open: Level[] = [];
  let [line, counted, isKey] = [1, 0, false];
  const note = (pointer: string) => {
    if (!lines.has(pointer)) lines.set(pointer, line);
  };
  const place = (): string => {
    const level = open.at(-1);
    if (level === undefined) return '';
    return `${level.pointer}/${level.key === null ? level.index : escaped(level.key)}`;
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    for (; counted < index; counted++) if (text[counted] === '\n') line++;
    const level = open.at(-1);
    if (token === '{' || token === '[') {
      const pointer = place();
      note(pointer);
      open.push({ pointer, key: token === '{' ? '' : null, index: 0 });
      isKey = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      isKey = false;
    } else if (token === ',') {
      if (level !== undefined && level.key === null) level.index++;
      isKey = level !== undefined && level.key !== null;
    } else if (token === ':') isKey = false;
    else if (isKey && level !== undefined) {
      level.key = keyOf(token);
      note(place());
    } else note(place());
  }
  return lines;
}

/** The line of a part, or of the nearest part around it where it is missing. */
export function lineOfPointer(lines: ReadonlyMap<string, number>, pointer: string): number {
  for (let path = pointer; ; path = path.slice(0, path.lastIndexOf('/'))) {
    const line = lines.get(path);
    if (line !== undefined) return line;
    if (path === '') return 1;
  }
}
