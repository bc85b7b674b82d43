import clsx from 'clsx';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'wouter';

export interface TreeNode {
  id: string;
  label: string;
  href: string;
  nodes: readonly TreeNode[];
}
interface TreeProps {
  label: string;
  root: TreeNode;
  /** Id of the current node. */
  current: string;
}

/** A fully expanded tree of links with roving tabindex: one Tab stop, then arrows, Home and End. */
export function Tree({ label, root, current }: TreeProps) {
  const list = useRef<HTMLUListElement>(null);
  const [focusedId, setFocusedId] = useState(current);

  function onKeyDown(event: KeyboardEvent) {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])];
    const focusedIndex = links.findIndex(link => link === document.activeElement);
    const group = links[focusedIndex]?.closest('li');
    const targets: Record<string, HTMLElement | null | undefined> = {
      ArrowDown: links[focusedIndex + 1],
      ArrowUp: links[focusedIndex - 1],
      Home: links[0],
      End: links.at(-1),
      ArrowLeft: group?.parentElement?.closest('li')?.querySelector<HTMLElement>('[role=treeitem]'),
      ArrowRight: group?.querySelector<HTMLElement>('[role=group] [role=treeitem]'),
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    targets[event.key]?.focus();
  }

  const item = (node: TreeNode, level: number) => (
    <li key={node.id} role="none">
      <Link
        href={node.href}
        role="treeitem"
        aria-level={level}
        aria-current={node.id === current ? 'page' : undefined}
        aria-expanded={node.nodes.length > 0 ? true : undefined}
        tabIndex={node.id === focusedId ? 0 : -1}
        onFocus={() => setFocusedId(node.id)}
        className={clsx(
          'flex min-h-12 items-center border-b border-line px-3 hover:bg-neutral-tint focus-visible:outline-offset-0',
          node.id === current && 'bg-neutral-tint font-semibold',
        )}
      >
        {node.label}
      </Link>
      {node.nodes.length > 0 && (
        <ul role="group" className="ml-3 border-l-2 border-line">
          {node.nodes.map(child => item(child, level + 1))}
        </ul>
      )}
    </li>
  );
  return (
    <ul ref={list} role="tree" aria-label={label} onKeyDown={onKeyDown} className="border-t-2 border-ink">
      {item(root, 1)}
    </ul>
  );
}
