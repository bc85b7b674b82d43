/** What a partner may run as it stands: a test that goes to screens tagged `test` alone. Pure. */
import { instant } from '../../../shared/clock.ts';
import { policeSend } from '../../../shared/contract/alerts/policeCalls.ts';
import type { Jurisdiction } from '../../../shared/contract/alerts/policeClient.ts';
import { TEST_TAG } from '../../../shared/contract/alerts/alert.ts';

const TEN_MIN_MS = 600_000;
/** CAP wants the offset of the zone and no fractions of a second. */
const capTime = (ms: number) => instant(ms).replace(/\.\d{3}Z$/, '-00:00');

interface Example {
  origin: string;
  key: string;
  now: number;
  /** Where the partner may alert; null: not known. */
  jurisdiction: Jurisdiction | null;
}
const KM_M = 1_000;
const EXAMPLE_RADIUS_M = KM_M;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&apos;');
/** A place within the jurisdiction, as CAP writes it: without one the test would be for all of it. CAP knows no holes. */
export function exampleArea({ areas, geocodes }: Jurisdiction): string {
  for (const area of areas) {
    if (area.shape === 'circle') {
      const km = Math.min(EXAMPLE_RADIUS_M, area.radius_m) / KM_M;
      return `<circle>${area.lat},${area.lng} ${km}</circle>`;
    }
    const [outline = [], ...holes] = area.rings;
    if (holes.length > 0) continue;
    const points = [...outline, ...outline.slice(0, 1)].map(({ lat, lng }) => `${lat},${lng}`);
    return `<polygon>${points.join(' ')}</polygon>`;
  }
  const [code] = geocodes;
  return code === undefined
    ? ''
    : `<geocode><valueName>${escaped(code.name)}</valueName><value>${escaped(code.value)}</value></geocode>`;
}

export const curlExample = ({ origin, key, now, jurisdiction }: Example) =>
  `curl ${origin}${policeSend.path} \\
  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/cap+xml' \\
  --data-binary @- <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
  <identifier>${TEST_TAG}-${now}</identifier><sender>control@partner.example</sender>
  <sent>${capTime(now)}</sent>
  <status>Test</status><msgType>Alert</msgType><scope>Public</scope>
  <info>
    <category>Safety</category><event>Test</event>
    <urgency>Immediate</urgency><severity>Moderate</severity><certainty>Observed</certainty>
    <expires>${capTime(now + TEN_MIN_MS)}</expires>
    <headline>This is a test</headline>
    <area><areaDesc>Test</areaDesc>${jurisdiction === null ? '' : exampleArea(jurisdiction)}</area>
  </info>
</alert>
XML`;
