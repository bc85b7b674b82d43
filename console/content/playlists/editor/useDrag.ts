/** Dragging, by the library's adapters: rows and the library's entries are taken up, rows and the list receive. */
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useState, type RefObject } from 'react';

/** What is carried: an item of the loop by key, or a creative by id. */
export type DragPayload = { kind: 'item'; key: string } | { kind: 'creative'; id: string };
export type Edge = 'top' | 'bottom';

const HALF = 2;

const parsePayload = (data: Record<string | symbol, unknown>): DragPayload | null => {
  if (data.kind === 'item' && typeof data.key === 'string') return { kind: 'item', key: data.key };
  return data.kind === 'creative' && typeof data.id === 'string' ? { kind: 'creative', id: data.id } : null;
};

export function useDraggable(element: RefObject<HTMLElement | null>, payload: DragPayload) {
  const [dragging, setDragging] = useState(false);
  const json = JSON.stringify(payload);
  useEffect(() => {
    if (!element.current) return;
    return draggable({
      element: element.current,
      getInitialData: () => JSON.parse(json) as Record<string, unknown>,
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    });
  }, [element, json]);
  return dragging;
}

/** A row takes what is dropped on its upper half before itself, on its lower half after. */
export function useRowTarget(element: RefObject<HTMLElement | null>, index: number): Edge | null {
  const [edge, setEdge] = useState<Edge | null>(null);
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    return combine(
      dropTargetForElements({
        element: node,
        getData({ input }) {
          const { top, height } = node.getBoundingClientRect();
          const over: Edge = input.clientY < top + height / HALF ? 'top' : 'bottom';
          return { index: over === 'top' ? index : index + 1, edge: over };
        },
        onDrag: ({ self }) => setEdge(self.data.edge as Edge),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [element, index]);
  return edge;
}

/** The list itself takes what falls below its rows; `drop` hears where everything lands. */
export function useDropTarget(
  list: RefObject<HTMLElement | null>,
  length: number,
  drop: (carried: DragPayload, at: number) => void,
) {
  useEffect(() => {
    if (!list.current) return;
    return combine(
      dropTargetForElements({ element: list.current, getData: () => ({ index: length }) }),
      monitorForElements({
        onDrop({ source, location }) {
          const target = location.current.dropTargets[0];
          const carried = parsePayload(source.data);
          if (target && carried && typeof target.data.index === 'number') drop(carried, target.data.index);
        },
      }),
    );
  }, [list, length, drop]);
}
