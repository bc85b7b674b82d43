/** The contract as a player needs it: what it sends is checked by the server, and a definition nobody reads is left out. */
import { parseSync, type Plugin } from 'vite';

/** Of an endpoint: what only the server and the console read. */
const NOT_FOR_PLAYERS = new Set(['access', 'body', 'bodyLimit', 'limit', 'query', 'summary']);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap(value => (Array.isArray(value) ? value : [value]).filter(isNode));
const isFunction = ({ type }: Node) => /Function/.test(type);

const nameOf = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? node['name'] : undefined);

export function forPlayers(code: string): string {
  const { program } = parseSync('contract.js', code);
  /** From the end on, so that what is before stays where it is. */
  const edits: { at: number; end: number; text: string }[] = [];
  function visit(node: Node): void {
    if (isFunction(node)) return;
    if (node.type === 'CallExpression')
      edits.push({ at: node.start, end: node.start, text: '/*#__PURE__*/ ' });
    const [made] = (node['arguments'] ?? []) as Node[];
    const isEndpoint = node.type === 'CallExpression' && nameOf(node['callee']) === 'endpoint';
    if (!isEndpoint || made?.type !== 'ObjectExpression') return childrenOf(node).forEach(visit);
    for (const property of made['properties'] as Node[]) {
      const isLeftOut = NOT_FOR_PLAYERS.has(String(nameOf(property['key'])));
      if (isLeftOut)
        edits.push({
          at: property.start,
          end: property.end,
          text: `${String(nameOf(property['key']))}: undefined`,
        });
      else childrenOf(property).forEach(visit);
    }
  }
  const declared = (program.body as unknown as Node[]).map(node =>
    node.type === 'ExportNamedDeclaration' && isNode(node['declaration']) ? node['declaration'] : node,
  );
  for (const node of declared) if (node.type === 'VariableDeclaration') visit(node);
  return edits
    .sort((a, b) => b.at - a.at)
    .reduce((text, edit) => text.slice(0, edit.at) + edit.text + text.slice(edit.end), code);
}

/** All that stands at the top of a file of the contract only defines: no call there does anything. */
export const playerContract: Plugin = {
  name: 'player-contract',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/shared\/contract\/.*\.ts$/ },
    handler: code => ({ code: forPlayers(code), map: null }),
  },
};
