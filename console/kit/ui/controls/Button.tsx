import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from '../display/Spinner.tsx';

export type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'danger';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:brightness-110',
  outline: 'border border-line bg-surface text-primary hover:border-control',
  quiet: 'text-ink hover:bg-neutral-tint',
  danger: 'bg-danger text-surface hover:brightness-110',
};

/** Also for links that look like buttons. 48 px high, large 56. */
export const buttonClass = (variant: ButtonVariant = 'primary', large = false) =>
  clsx(
    'relative inline-flex items-center justify-center gap-2 rounded-sm px-5 font-semibold text-[15px] leading-tight',
    'disabled:opacity-60 disabled:hover:brightness-100',
    large ? 'min-h-14' : 'min-h-12',
    VARIANTS[variant],
  );

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  large?: boolean;
  /** Work is in progress: the width stays, clicks are ignored. */
  busy?: boolean;
  icon?: ReactNode;
}

export function Button({
  variant,
  large,
  busy = false,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? e => e.preventDefault() : onClick}
      className={clsx(buttonClass(variant, large), className)}
    >
      <span className={clsx('inline-flex items-center gap-2', busy && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {busy && <Spinner className="absolute" />}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
}

/** 48 × 48; the label is its accessible name and its title. */
export const IconButton = ({ label, className, children, ...rest }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...rest}
    className={clsx(
      'inline-flex size-12 shrink-0 items-center justify-center rounded-sm text-ink-2 hover:bg-neutral-tint hover:text-ink disabled:opacity-40',
      className,
    )}
  >
    {children}
  </button>
);
