import { expect, it } from 'vitest';
import { product } from './sources.ts';

/** Participles and pronouns say nothing of what a thing is; the glossary in shared/README.md has the field's words. */
const REFUSED = [
  ...[
    'told',
    'said',
    'asked',
    'heard',
    'given',
    'shown',
    'meant',
    'unless',
    'born',
    'mine',
    'was',
    'then',
    'here',
  ],
  ...[
    'Told',
    'Said',
    'Asked',
    'Heard',
    'Given',
    'Shown',
    'Place',
    'Here',
    'Work',
    'Doing',
    'doings',
    'doingsOf',
  ],
  ...['Doer', 'Deed', 'Caller', 'Actor', 'Visitor', 'doors', 'desk', 'pieces', 'known', 'condemn', 'news'],
  ...[
    'attend',
    'acts',
    'moves',
    'due',
    'shelf',
    'room',
    'starts',
    'signs',
    'words',
    'fresh',
    'tired',
    'mayMake',
  ],
];
const EXPORTED =
  /^export (?:default )?(?:async )?(?:abstract )?(?:const|let|function|class|interface|type|enum) (\w+)/gm;

it('no exported thing has a name that says nothing to a stranger', () => {
  const strays = product.flatMap(({ path, text }) =>
    [...text.matchAll(EXPORTED)]
      .map(([, name = '']) => name)
      .filter(name => REFUSED.includes(name))
      .map(name => `${path}: ${name}`),
  );
  expect(strays).toEqual([]);
});
