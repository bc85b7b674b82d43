/** An alert as CAP 1.2, valid by the schema of OASIS. */
import { encodeXML } from 'entities';
import type { AlertArea } from '../../../shared/contract/alerts/area.ts';
import type { AlertRow } from '../alerts/state.ts';

export const CAP_TYPE = 'application/cap+xml; charset=utf-8';
const NAMESPACE = 'urn:oasis:names:tc:emergency:cap:1.2';
const KM_M = 1_000;
/** Control characters are not allowed in XML. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const text = (name: string, value: string) => `<${name}>${encodeXML(value.replace(CONTROLS, ''))}</${name}>`;
/** Numbers with an offset, never `Z`. */
const time = (name: string, at: Date | null) =>
  at === null ? '' : text(name, `${at.toISOString().slice(0, 19)}-00:00`);
/** Characters that separate the parts of a reference may not stand in an identity. */
const identity = (value: string) => value.replace(/[\s,<&]/g, '_');

function placeOf(area: AlertArea): string {
  if (area.shape === 'circle') return text('circle', `${area.lat},${area.lng} ${area.radius_m / KM_M}`);
  const [ring = []] = area.rings;
  return text('polygon', [...ring, ring[0]!].map(({ lat, lng }) => `${lat},${lng}`).join(' '));
}
/** A target without a place on the map is told in words. */
function areaOf({ target }: AlertRow): string {
  const codes = target.geocodes.map(
    ({ name, value }) => `<geocode>${text('valueName', name)}${text('value', value)}</geocode>`,
  );
  const places = [...target.areas].sort((a, b) => (a.shape < b.shape ? 1 : -1)).map(placeOf);
  const words = places.length + codes.length === 0 ? 'Selected screens' : 'The area shown';
  return `<area>${text('areaDesc', words)}${[...places, ...codes].join('')}</area>`;
}

function infoOf(row: AlertRow, language: string): string {
  const { sender_name, headline, description, instruction } = row.texts[language]!;
  return [
    '<info>',
    ...[
      text('language', language),
      ...row.category.map(one => text('category', one)),
      text('event', row.event),
    ],
    ...row.response_types.map(one => text('responseType', one)),
    ...[text('urgency', row.urgency), text('severity', row.severity), text('certainty', row.certainty)],
    ...[time('effective', row.effective_at), time('onset', row.onset_at), time('expires', row.expires_at)],
    ...(sender_name === '' ? [] : [text('senderName', sender_name)]),
    text('headline', headline),
    ...(description === '' ? [] : [text('description', description)]),
    ...(instruction === '' ? [] : [text('instruction', instruction)]),
    ...[areaOf(row), '</info>'],
  ].join('');
}

/** One that is not published yet has its own id for an identity, and says that it is a draft. */
export function capElement(row: AlertRow): string {
  const isDraft = row.published_at === null;
  const sent = row.cap_sent ?? row.created_at;
  const references = row.references
    .map(({ sender, identifier, sent: at }) =>
      [identity(sender), identity(identifier), `${at.slice(0, 19)}-00:00`].join(','),
    )
    .join(' ');
  return [
    `<alert xmlns="${NAMESPACE}">`,
    text('identifier', identity(row.cap_identifier ?? `wayside-${row.id}`)),
    text('sender', identity(row.cap_sender ?? 'wayside')),
    ...[time('sent', sent), text('status', isDraft ? 'Draft' : row.status), text('msgType', row.msg_type)],
    text('scope', row.scope),
    ...(row.scope === 'Restricted' ? [text('restriction', 'As its sender says')] : []),
    ...(row.scope === 'Private' ? [text('addresses', 'As its sender says')] : []),
    ...(references === '' ? [] : [text('references', references)]),
    ...(row.incidents.length === 0 ? [] : [text('incidents', row.incidents.join(' '))]),
    ...Object.keys(row.texts).map(language => infoOf(row, language)),
    '</alert>',
  ].join('');
}
export const capDocument = (row: AlertRow) => `<?xml version="1.0" encoding="UTF-8"?>\n${capElement(row)}\n`;

export const atomFeed = (rows: readonly AlertRow[], { self, now }: { self: string; now: string }) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">',
    ...[text('id', self), text('title', 'Alerts'), text('updated', now)],
    ...['<author>', text('name', 'Wayside'), '</author>'],
    ...rows.map(row =>
      [
        '<entry>',
        ...[
          text('id', `urn:uuid:${row.id}`),
          text('title', Object.values(row.texts)[0]?.headline ?? row.event),
        ],
        text('updated', (row.published_at ?? row.updated_at).toISOString()),
        `<content type="application/cap+xml">${capElement(row)}</content>`,
        '</entry>',
      ].join(''),
    ),
    '</feed>\n',
  ].join('');
