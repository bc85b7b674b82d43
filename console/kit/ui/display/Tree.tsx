import clsx from 'clsx';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'wouter';

export interface Branch {
  id: string;
  label: string;
  href: string;
  branches: readonly Branch[];
}
interface TreeProps {
  label: string;
  root: Branch;
  /** Where the reader is. */
  current: string;
}

/** Links one below the other, all open: one stop of the Tab key, then the arrows, Home and End. */
export function Tree({ label, root, current }: TreeProps) {
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(current);

  function press(event: KeyboardEvent) {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])];
    const here = links.findIndex(link => link === document.activeElement);
    const group = links[here]?.closest('li');
    const targets: Record<string, HTMLElement | null | undefined> = {
      ArrowDown: links[here + 1],
      ArrowUp: links[here - 1],
      Home: links[0],
      End: links.at(-1),
      ArrowLeft: group?.parentElement?.closest('li')?.querySelector<HTMLElement>('[role=treeitem]'),
      ArrowRight: group?.querySelector<HTMLElement>('[role=group] [role=treeitem]'),
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    targets[event.key]?.focus();
  }

  const item = (branch: Branch, level: number) => (
    <li key={branch.id} role="none">
      <Link
        href={branch.href}
        role="treeitem"
        aria-level={level}
        aria-current={branch.id === current ? 'page' : undefined}
        aria-expanded={branch.branches.length > 0 ? true : undefined}
        tabIndex={branch.id === at ? 0 : -1}
        onFocus={() => setAt(branch.id)}
        className={clsx(
          'flex min-h-12 items-center border-b border-line px-3 hover:bg-neutral-tint focus-visible:outline-offset-0',
          branch.id === current && 'bg-neutral-tint font-semibold',
        )}
      >
        {branch.label}
      </Link>
      {branch.branches.length > 0 && (
        <ul role="group" className="ml-3 border-l-2 border-line">
          {branch.branches.map(below => item(below, level + 1))}
        </ul>
      )}
    </li>
  );
  return (
    <ul ref={list} role="tree" aria-label={label} onKeyDown={press} className="border-t-2 border-ink">
      {item(root, 1)}
    </ul>
  );
}
