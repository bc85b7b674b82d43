import type { Resource, Row } from '../../resource/defineResource.ts';

/** The state that decides which actions apply: `status`, or `state` where the entity names it so. */
export function stateOf<R extends Row>(_: Resource<R>, row: R): string {
  const { status, state } = row as { status?: string; state?: string };
  return status ?? state ?? '';
}
