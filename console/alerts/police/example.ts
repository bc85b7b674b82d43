/** What a partner may run as it stands: a test that goes to screens tagged `test` alone. Pure. */
import { instant } from '../../../shared/clock.ts';
import { policeSend } from '../../../shared/contract/alerts/policeCalls.ts';
import { TEST_TAG } from '../../../shared/contract/alerts/alert.ts';

const TEN_MIN_MS = 600_000;
/** CAP wants the offset of the zone and no fractions of a second. */
const capTime = (ms: number) => instant(ms).replace(/\.\d{3}Z$/, '-00:00');

export const curlExample = ({ origin, key, now }: { origin: string; key: string; now: number }) =>
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
    <area><areaDesc>Test</areaDesc></area>
  </info>
</alert>
XML`;
