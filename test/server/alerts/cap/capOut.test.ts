import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { expect, it } from 'vitest';
import { atomFeed, capDocument } from '../../../../server/alerts/out/cap.ts';
import { readDocument } from '../../../../server/alerts/cap/readDocument.ts';
import type { AlertRow } from '../../../../server/alerts/alerts/state.ts';

const NOW = new Date('2026-11-24T09:00:00.000Z');
const englishText = {
  headline: 'Fire & smoke <now>',
  description: 'Stay in\u0007doors',
  instruction: '',
  sender_name: 'City',
};
const ROW = {
  ...{
    id: '0198f0a0-0000-7000-8000-0000000000a1',
    cap_identifier: 'w 1',
    cap_sender: 'wayside:city',
    cap_sent: NOW,
  },
  ...{
    created_at: NOW,
    updated_at: NOW,
    published_at: NOW,
    effective_at: NOW,
    onset_at: null,
    expires_at: NOW,
  },
  ...{
    status: 'Actual',
    msg_type: 'Update',
    scope: 'Public',
    incidents: ['a', 'b'],
    category: ['Fire', 'Safety'],
  },
  references: [{ sender: 's@x', identifier: 'A-1', sent: NOW.toISOString() }],
  ...{
    event: 'Fire',
    response_types: ['Evacuate'],
    urgency: 'Immediate',
    severity: 'Severe',
    certainty: 'Observed',
  },
  texts: { en: englishText, zh: { ...englishText, headline: '港口火灾' } },
  target: {
    areas: [
      { shape: 'circle', lat: 52.5, lng: 13.4, radius_m: 1_500 },
      {
        shape: 'polygon',
        rings: [
          [
            { lat: 1, lng: 2 },
            { lat: 1, lng: 3 },
            { lat: 2, lng: 3 },
          ],
        ],
      },
    ],
    geocodes: [{ name: 'SAME', value: '006037' }],
  },
} as unknown as AlertRow;

it('an alert that is given out is valid by the schema of OASIS, and is read again as it was', () => {
  const schema = XmlDocument.fromBuffer(
    readFileSync(join(import.meta.dirname, '../../../fixtures/cap/cap12.xsd')),
  );
  const validator = XsdValidator.fromDoc(schema);
  const nowhere = { ...ROW, references: [], target: { ...ROW.target, areas: [], geocodes: [] } };
  for (const row of [ROW, nowhere, { ...ROW, scope: 'Private' as const, published_at: null }]) {
    const document = XmlDocument.fromString(capDocument(row));
    validator.validate(document);
    document.dispose();
  }
  const invalid = XmlDocument.fromString(capDocument(ROW).replace('<status>Actual</status>', ''));
  expect(() => validator.validate(invalid)).toThrow(/status/);
  const [read] = readDocument(
    Buffer.from(atomFeed([ROW], { self: 'https://x.example/', now: NOW.toISOString() })),
  ).alerts;
  expect(read).toMatchObject({
    ...{
      key: { identifier: 'w_1' },
      references: [{ identifier: 'A-1' }],
      areas: [{ shape: 'polygon' }, { radius_m: 1_500 }],
    },
    texts: { en: { headline: 'Fire & smoke' }, zh: { headline: '港口火灾' } },
  });
});
