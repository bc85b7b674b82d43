import { MoreHorizontal } from 'lucide-react';
import {
  cloneElement,
  Suspense,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { lazyWithRetry } from '../../lazyPage.ts';
import { IconButton } from '../controls/Button.tsx';
import type { MenuChoiceProps } from './MenuParts.tsx';

const loadParts = () => import('./MenuParts.tsx');
const MenuRoot = lazyWithRetry(async () => ({ default: (await loadParts()).MenuRoot }));
export const MenuItem = lazyWithRetry(async () => ({ default: (await loadParts()).MenuItem }));
export const MenuCheck = lazyWithRetry(async () => ({ default: (await loadParts()).MenuCheck }));
export const MenuLine = lazyWithRetry(async () => ({ default: (await loadParts()).MenuLine }));
const LazyMenuChoice = lazyWithRetry<MenuChoiceProps<string>>(async () => ({
  default: (await loadParts()).MenuChoice,
}));
export const MenuChoice = <T extends string>(props: MenuChoiceProps<T>) => (
  <LazyMenuChoice {...(props as unknown as MenuChoiceProps<string>)} />
);

interface MenuProps {
  label: string;
  /** Defaults to a three-dot button. */
  trigger?: ReactElement<object>;
  align?: 'start' | 'end';
  children: ReactNode;
}

/** The menu button; the menu itself is loaded on hover or focus. */
export function Menu({ label, trigger, align = 'end', children }: MenuProps) {
  const [openedBy, setOpenedBy] = useState<'by hand' | 'by key' | null>(null);
  const button = trigger ?? (
    <IconButton label={label}>
      <MoreHorizontal size={20} aria-hidden />
    </IconButton>
  );
  const closedButton = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void loadParts(),
    onFocus: () => void loadParts(),
    // A click by keyboard has detail 0.
    onClick: (event: MouseEvent) => setOpenedBy(event.detail === 0 ? 'by key' : 'by hand'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpenedBy('by key');
    },
  } as object);
  if (openedBy === null) return closedButton;
  return (
    <Suspense fallback={closedButton}>
      <MenuRoot trigger={button} align={align} focusFirst={openedBy === 'by key'}>
        {children}
      </MenuRoot>
    </Suspense>
  );
}
