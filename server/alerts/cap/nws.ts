/** An alert of the National Weather Service's JSON, a GeoJSON feature, in the words of CAP. */
import { isNode, listOf, part, type Node } from './tree.ts';

export const isNws = (node: Node) => part(node, 'type') === 'Feature' && isNode(part(node, 'properties'));

/** `[[lng, lat], …]` as CAP writes it. */
const pointsOf = (ring: unknown) =>
  listOf(ring)
    .map(point => (Array.isArray(point) ? `${String(point[1])},${String(point[0])}` : ''))
    .join(' ');
function polygonsOf(geometry: unknown): string[] {
  if (!isNode(geometry)) return [];
  const rings = part(geometry, 'coordinates');
  if (!Array.isArray(rings)) return [];
  const outlines: unknown[] =
    part(geometry, 'type') === 'MultiPolygon' ? rings.map(one => listOf(one)[0]) : [rings[0]];
  return outlines.map(pointsOf);
}
/** `{SAME: ['006037'], UGC: [...]}` */
const codesOf = (codes: unknown) =>
  isNode(codes)
    ? Object.entries(codes).flatMap(([valueName, values]) =>
        listOf(values).map(value => ({ valueName, value })),
      )
    : [];

/** Older answers name no scope: what they list is public. */
export function fromNws(feature: Node): Node {
  const properties = part(feature, 'properties') as Node;
  const of = (name: string) => part(properties, name);
  return {
    ...{
      identifier: of('id') ?? part(feature, 'id'),
      sender: of('sender'),
      sent: of('sent'),
      status: of('status'),
    },
    ...{ msgType: of('messageType'), scope: of('scope') ?? 'Public', references: of('references') },
    info: {
      ...{
        language: of('language'),
        category: of('category'),
        event: of('event'),
        responseType: of('response'),
      },
      ...{ urgency: of('urgency'), severity: of('severity'), certainty: of('certainty') },
      ...{ effective: of('effective'), onset: of('onset'), expires: of('ends') ?? of('expires') },
      ...{ senderName: of('senderName'), headline: of('headline') },
      ...{ description: of('description'), instruction: of('instruction') },
      area: {
        areaDesc: of('areaDesc'),
        polygon: polygonsOf(part(feature, 'geometry')),
        geocode: codesOf(of('geocode')),
      },
    },
  };
}
