import type { Resource, Row } from '../../resource/defineResource.ts';

/** The state that decides which actions apply: the field that has badges; else `status`, or `state` where the entity names it so. */
export function stateOf<R extends Row>({ stateBadges }: Pick<Resource<R>, 'stateBadges'>, row: R): string {
  const { status, state } = row as { status?: string; state?: string };
  return ('state' in stateBadges && !('status' in stateBadges) ? state : status) ?? state ?? '';
}
