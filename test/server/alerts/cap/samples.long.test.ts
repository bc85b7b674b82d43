import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../server/alerts/cap/readDocument.ts';
import { CapRefusal } from '../../../../server/alerts/cap/refusal.ts';
import { isAtLength } from '../../../support/dailyShare.ts';
import { capXml } from '../documents.ts';

const SAMPLES = join(import.meta.dirname, '../../../fixtures/cap');
/** What comes of a document: refused whole, or its alerts with what was odd about each, or why each was refused. */
function outcomeOf(bytes: Buffer): string {
  try {
    const { alerts, refused } = readDocument(bytes);
    const read = alerts.map(one => {
      const odd = [...new Set(one.warnings.map(({ code }) => code))].sort().join(' ');
      return `${one.msg_type} ${one.areas.length} areas ${one.geocodes.length} codes${odd === '' ? '' : `: ${odd}`}`;
    });
    return [...read, ...refused.map(({ code }) => `refused ${code}`)].join(', ');
  } catch (error) {
    if (error instanceof CapRefusal) return `refused whole ${error.code}`;
    throw error;
  }
}

const SENT = '2026-11-24T09:00:00.000Z';
const plain = capXml({ identifier: 'T-1', sent: SENT });
const OK = 'Alert 1 areas 0 codes: no_expires';
const body = plain.slice(plain.indexOf('<alert'));
const latin = (encoding: string, text: string) =>
  Buffer.from(plain.replace('UTF-8', encoding).replace('High water', text), 'latin1');
const deep = (n: number) => plain.replace('<info>', `${'<x>'.repeat(n)}${'</x>'.repeat(n)}<info>`);
const without = (name: string) => plain.replace(new RegExp(`<${name}>[^<]*</${name}>`), '');
const withArea = (area: string) => capXml({ identifier: 'T-1', sent: SENT, area });
const POLYGON = '38.47,-120.14 38.34,-119.95 38.52,-119.74';
const json = {
  ...{
    identifier: 'J-1',
    sender: 's@x',
    sent: '2026-11-24T09:00:00-00:00',
    status: 'Actual',
    msgType: 'Alert',
  },
  ...{
    scope: 'Public',
    info: [{ event: 'Flood', urgency: 'Immediate', severity: 'Severe', certainty: 'Likely' }],
  },
};
const nws = {
  type: 'Feature',
  geometry: null,
  properties: {
    ...{ id: 'urn:1', sender: 'w-nws@noaa.gov', sent: '2026-11-24T09:00:00-05:00', status: 'Actual' },
    ...{
      messageType: 'Alert',
      urgency: 'Immediate',
      severity: 'Severe',
      certainty: 'Observed',
      event: 'Tornado',
    },
    ...{
      category: 'Met',
      expires: '2026-11-24T10:00:00-05:00',
      geocode: { SAME: ['006037'], UGC: ['CAZ041'] },
    },
  },
};
const LAUGHS = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`;

/** By hand, before anything was read. */
const WRITTEN: Record<string, [Buffer | string, string]> = {
  'as it should be': [plain, OK],
  'in UTF-16 with its mark': [Buffer.from(`\ufeff${plain.replace('UTF-8', 'UTF-16')}`, 'utf16le'), OK],
  'in UTF-8 with a mark': [`\ufeff${plain}`, OK],
  'in Latin-1, as it says': [latin('ISO-8859-1', 'Översvämning'), OK],
  'in windows-1252, as it says': [latin('windows-1252', 'Hochwasser – jetzt'), OK],
  'in Latin-1, and says UTF-8': [
    latin('UTF-8', 'Översvämning'),
    'Alert 1 areas 0 codes: encoding no_expires',
  ],
  'in an encoding nobody knows': [plain.replace('UTF-8', 'klingon-8'), 'refused whole encoding'],
  'with a document type': [plain.replace('<alert', '<!DOCTYPE alert><alert'), 'refused whole doctype'],
  'with a file for an entity': [
    plain.replace('<alert', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><alert'),
    'refused whole doctype',
  ],
  'with entities of entities': [plain.replace('<alert', `${LAUGHS}<alert`), 'refused whole doctype'],
  'one byte above the limit': [plain + ' '.repeat(1_048_577 - plain.length), 'refused whole size'],
  'at the limit': [plain + ' '.repeat(1_048_576 - plain.length), OK],
  'forty deep': [deep(40), 'refused whole depth'],
  'thirty deep': [deep(30), OK],
  'JSON forty deep': [`${'['.repeat(40)}${']'.repeat(40)}`, 'refused whole depth'],
  'cut off': [plain.slice(0, -20), 'refused whole broken'],
  empty: ['', 'refused whole broken'],
  'a page': ['<html><body>Sign in</body></html>', 'refused whole format'],
  'in another namespace': [plain.replace('cap:1.2', 'cap:9.9'), OK],
  'with a prefix': [plain.replace(/<(\/?)(?=\w)/g, '<$1c:').replace('xmlns=', 'xmlns:c='), OK],
  'in the wrong order': [
    plain.replace(/<scope>.*?<\/scope>/, '').replace('</alert>', '<scope>Public</scope></alert>'),
    OK,
  ],
  'two in one wrapper': [`<alerts>${body}${body}</alerts>`, `${OK}, ${OK}`],
  'in an Atom feed': [`<feed><entry><content type="text/xml">${body}</content></entry></feed>`, OK],
  'in an RSS feed, as a section': [
    `<rss><channel><item><description><![CDATA[${body}]]></description></item></channel></rss>`,
    OK,
  ],
  'in an EDXL message': [
    `<EDXLDistribution><contentObject><xmlContent><embeddedXMLContent>${body}</embeddedXMLContent></xmlContent></contentObject></EDXLDistribution>`,
    OK,
  ],
  'an entry that only names one': [
    '<feed><entry><link>https://x.example/1</link></entry></feed>',
    'refused identity',
  ],
  'without an identifier': [without('identifier'), 'refused identity'],
  'without a status': [without('status'), 'refused status'],
  'without a scope': [without('scope'), 'refused scope'],
  'without a type': [without('msgType'), 'Alert 1 areas 0 codes: no_expires word'],
  'with an empty severity': [plain.replace('Severe', ''), 'Alert 1 areas 0 codes: no_expires word'],
  'with a word in capitals': [plain.replace('Actual', 'ACTUAL'), 'Alert 1 areas 0 codes: case no_expires'],
  'with commas after its places': [
    withArea(`<polygon>${POLYGON.replaceAll(' ', ', ')},</polygon>`),
    'Alert 1 areas 0 codes: commas no_expires polygon_open',
  ],
  'with an empty polygon': [withArea('<polygon/>'), 'Alert 0 areas 0 codes: no_expires no_place polygon'],
  'a JSON object': [JSON.stringify(json), 'Alert 0 areas 0 codes: no_expires no_place word'],
  'a JSON object with commas': [
    JSON.stringify({ alert: json }).replaceAll('}', ',}'),
    'Alert 0 areas 0 codes: commas no_expires no_place word',
  ],
  'of the weather service': [
    JSON.stringify({ type: 'FeatureCollection', features: [nws] }),
    'Alert 0 areas 2 codes',
  ],
};
const SAMPLE_OUTCOMES = {
  'australia.cap': 'Alert 1 areas 2 codes: several_infos',
  'canada_errors.cap': 'Update 1 areas 1 codes: references',
  'no_optional_fields.cap': 'refused info',
  'xee.cap': 'refused whole doctype',
};

describe('a document of alerts', () => {
  it.each(Object.entries(WRITTEN))('%s comes to what was written down', (_name, [bytes, outcome]) => {
    const read = outcomeOf(Buffer.from(bytes as string));
    expect(read).toBe(outcome);
  });
  it.each(Object.entries(SAMPLE_OUTCOMES))('the sample %s does, too', (file, outcome) => {
    expect(outcomeOf(readFileSync(join(SAMPLES, file)))).toBe(outcome);
  });

  it('that was mutated never crashes and never hangs', () => {
    const source = readFileSync(join(SAMPLES, 'australia.cap'));
    const cut = fc.record({
      at: fc.nat(source.length - 1),
      drop: fc.nat(60),
      put: fc.oneof(
        fc.constantFrom('<', '>', '&', ']]>', '<!--', '<![CDATA[', '\0', '"', '<info>'),
        fc.string(),
      ),
    });
    fc.assert(
      fc.property(fc.array(cut, { minLength: 1, maxLength: 6 }), cuts => {
        const mutated = cuts.reduce<Buffer>(
          (bytes, { at, drop, put }) =>
            Buffer.concat([bytes.subarray(0, at), Buffer.from(put), bytes.subarray(at + drop)]),
          source,
        );
        expect(outcomeOf(mutated)).toEqual(expect.any(String));
      }),
      { numRuns: isAtLength ? 5_000 : 200, seed: 18 },
    );
  });
});
