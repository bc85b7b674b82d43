/** The menu itself, loaded on first use, because most visits open none. */
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { systemClock } from '../../../../shared/clock.ts';

export interface MenuRootProps {
  trigger: ReactNode;
  align: 'start' | 'end';
  /** Opened by keyboard: the first item gets the focus. */
  focusFirst: boolean;
  children: ReactNode;
}

/** Radix does this itself from the second opening on. */
function FirstFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      // After the menu itself has taken the focus.
      systemClock.after(0, () =>
        mark.current?.parentElement
          ?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')
          ?.focus(),
      ),
    [],
  );
  return <span ref={mark} hidden />;
}

/** Open on mount, because the user has already pressed the button. */
export const MenuRoot = ({ trigger, align, focusFirst, children }: MenuRootProps) => (
  <DropdownMenu.Root modal={false} defaultOpen>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className="z-40 min-w-52 rounded-sm border border-line bg-raised py-1 shadow-float"
      >
        {focusFirst && <FirstFocus />}
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);

export interface MenuItemProps {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export const MenuItem = ({ icon, danger = false, disabled, onSelect, children }: MenuItemProps) => (
  <DropdownMenu.Item
    disabled={disabled}
    onSelect={onSelect}
    className={clsx(
      'flex min-h-12 cursor-pointer items-center gap-3 px-4 outline-none data-disabled:opacity-50 data-highlighted:bg-neutral-tint',
      danger && 'text-danger',
    )}
  >
    {icon}
    {children}
  </DropdownMenu.Item>
);

export interface MenuChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

export const MenuChoice = <T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) => (
  <DropdownMenu.RadioGroup value={value} onValueChange={next => onChange(next as T)}>
    <DropdownMenu.Label className="eyebrow px-4 pt-3 pb-1">{label}</DropdownMenu.Label>
    {options.map(option => (
      <DropdownMenu.RadioItem
        key={option.value}
        value={option.value}
        className="flex min-h-12 cursor-pointer items-center gap-3 px-4 outline-none data-highlighted:bg-neutral-tint data-[state=checked]:font-semibold"
      >
        <span
          aria-hidden="true"
          className={clsx('size-2', option.value === value ? 'bg-lamp' : 'border border-control')}
        />
        {option.label}
      </DropdownMenu.RadioItem>
    ))}
  </DropdownMenu.RadioGroup>
);

export interface MenuCheckProps {
  checked: boolean;
  onChange: () => void;
  children: ReactNode;
}

/** The menu stays open, so that several can be toggled. */
export const MenuCheck = ({ checked, onChange, children }: MenuCheckProps) => (
  <DropdownMenu.CheckboxItem
    checked={checked}
    onCheckedChange={onChange}
    onSelect={event => event.preventDefault()}
    className="flex min-h-12 cursor-pointer items-center gap-3 px-4 outline-none data-highlighted:bg-neutral-tint"
  >
    <span aria-hidden="true" className="grid size-4 place-items-center border border-control">
      {checked && <Check size={14} />}
    </span>
    {children}
  </DropdownMenu.CheckboxItem>
);

export const MenuLine = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />;
