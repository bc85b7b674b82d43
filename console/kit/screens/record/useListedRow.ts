import { useQueryClient } from '@tanstack/react-query';
import type { Resource, Row } from '../../resource/defineResource.ts';

/** What a list says of a row is all there is of it. */
export const isListedWhole = <R extends Row>({ row, endpoints }: Resource<R>): boolean =>
  endpoints.read === undefined || endpoints.read.answer === row;

/**
 * The row as the newest list on this device has it, and when the server answered that: it stands there at once, and
 * stays where it cannot be read itself.
 */
export function useListedRow<R extends Row>(
  resource: Resource<R>,
  id: string,
): { row?: R; updatedAt: number } {
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: [resource.endpoints.list.path] });
  if (!isListedWhole(resource)) return { updatedAt: 0 };
  const found = [...lists]
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state: { data, dataUpdatedAt: updatedAt } }) =>
      ((data as { items?: readonly R[] } | undefined)?.items ?? []).map(row => ({ row, updatedAt })),
    )
    .find(({ row }) => row.id === id);
  return found ?? { updatedAt: 0 };
}
