/** As a partner's own program calls it. */
export async function partnerSends(origin: string, key: string, identifier: string): Promise<number> {
  const sent = new Date().toISOString().replace(/\.\d{3}Z$/, '-00:00');
  const { status } = await fetch(`${origin}/api/police/v1/alerts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/cap+xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
    <identifier>${identifier}</identifier><sender>control@harbour.example</sender><sent>${sent}</sent><status>Test</status>
    <msgType>Alert</msgType><scope>Public</scope><info><category>Safety</category><event>Test</event>
    <urgency>Immediate</urgency><severity>Minor</severity><certainty>Observed</certainty><headline>This is a test</headline>
    <area><areaDesc>Harbour</areaDesc><geocode><valueName>CITY</valueName><value>RIVERSIDE</value></geocode></area></info></alert>`,
  });
  return status;
}
