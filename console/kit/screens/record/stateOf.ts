import type { Resource, Row } from '../../resource/define.ts';

/** The state acts start from: `status`, or `state` where the entity calls it so. */
export function stateOf<R extends Row>(_: Resource<R>, row: R): string {
  const { status, state } = row as { status?: string; state?: string };
  return status ?? state ?? '';
}
