/** CAP messages for tests. */
interface Message {
  identifier: string;
  sent: string;
  msgType?: string;
  status?: string;
  severity?: string;
  references?: string;
  area?: string;
  effective?: string;
  expires?: string;
  scope?: string;
  /** Of its headline. */
  text?: string;
  hasInfo?: boolean;
}
const CIRCLE = '<circle>52.5,13.4 5</circle>';

export const capXml = (of: Message) => `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
  <identifier>${of.identifier}</identifier><sender>s@x</sender><sent>${of.sent.slice(0, 19)}-00:00</sent>
  <status>${of.status ?? 'Actual'}</status><msgType>${of.msgType ?? 'Alert'}</msgType><scope>${of.scope ?? 'Public'}</scope>
  ${of.references === undefined ? '' : `<references>${of.references.replaceAll('.000Z', '-00:00')}</references>`}
  ${of.hasInfo === false ? '' : infoOf(of)}
</alert>`;
const timeOf = (name: string, at: string | undefined) =>
  at === undefined ? '' : `<${name}>${at.slice(0, 19)}-00:00</${name}>`;
const infoOf = (
  of: Message,
) => `<info><category>Met</category><event>Flood</event><urgency>Immediate</urgency>
  <severity>${of.severity ?? 'Severe'}</severity><certainty>Observed</certainty>
  ${timeOf('effective', of.effective)}${timeOf('expires', of.expires)}<headline>${of.text ?? 'High water'}</headline>
  <area><areaDesc>City</areaDesc>${of.area ?? CIRCLE}</area></info>`;
