/** All objects of OpenRTB 2.6, by name. */
import { CONTEXT_OBJECTS } from './contextObjects.ts';
import type { ObjectSpec } from './field.ts';
import { MEDIA_OBJECTS } from './mediaObjects.ts';
import { REQUEST_OBJECTS } from './requestObjects.ts';
import { RESPONSE_OBJECTS } from './responseObjects.ts';

const OBJECTS: Record<string, ObjectSpec> = {
  ...REQUEST_OBJECTS,
  ...MEDIA_OBJECTS,
  ...CONTEXT_OBJECTS,
  ...RESPONSE_OBJECTS,
};

export function specOf(name: string): ObjectSpec {
  const spec = OBJECTS[name];
  if (spec === undefined) throw new Error(`OpenRTB has no object ${name}`);
  return spec;
}
