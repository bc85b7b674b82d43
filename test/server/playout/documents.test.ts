import { expect, it } from 'vitest';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import { documentOf, flightsDocumentOf } from '../../../server/playout/documents.ts';
import { lineOf } from '../../shared/playout/lines.ts';

const lines = [lineOf(1), lineOf(2, { leased: true })];

it.each([[[]], [lines.slice(0, 1)], [lines]])('is the same of lines and of their texts', some => {
  expect(flightsDocumentOf(some.map(canonical))).toEqual(documentOf({ kind: 'flights', lines: some }));
});
