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
import { lazyWithRetry } from '../../fresh.ts';
import { IconButton } from '../controls/Button.tsx';
import type { MenuChoiceProps } from './MenuParts.tsx';

const parts = () => import('./MenuParts.tsx');
const MenuRoot = lazyWithRetry(async () => ({ default: (await parts()).MenuRoot }));
export const MenuItem = lazyWithRetry(async () => ({ default: (await parts()).MenuItem }));
export const MenuCheck = lazyWithRetry(async () => ({ default: (await parts()).MenuCheck }));
export const MenuLine = lazyWithRetry(async () => ({ default: (await parts()).MenuLine }));
const AnyChoice = lazyWithRetry<MenuChoiceProps<string>>(async () => ({ default: (await parts()).MenuChoice }));
export const MenuChoice = <T extends string>(props: MenuChoiceProps<T>) => (
  <AnyChoice {...(props as unknown as MenuChoiceProps<string>)} />
);

interface MenuProps {
  label: string;
  /** Three dots where nothing else is given. */
  trigger?: ReactElement<object>;
  align?: 'start' | 'end';
  children: ReactNode;
}

/** The button; what opens at it is fetched when somebody is about to press it. */
export function Menu({ label, trigger, align = 'end', children }: MenuProps) {
  const [asked, setAsked] = useState<'by hand' | 'by key' | null>(null);
  const button = trigger ?? (
    <IconButton label={label}>
      <MoreHorizontal size={20} aria-hidden />
    </IconButton>
  );
  const waiting = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void parts(),
    onFocus: () => void parts(),
    // A key that presses a button clicks it, too, without having pointed.
    onClick: (event: MouseEvent) => setAsked(event.detail === 0 ? 'by key' : 'by hand'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setAsked('by key');
    },
  } as object);
  if (asked === null) return waiting;
  return (
    <Suspense fallback={waiting}>
      <MenuRoot trigger={button} align={align} byKey={asked === 'by key'}>
        {children}
      </MenuRoot>
    </Suspense>
  );
}
