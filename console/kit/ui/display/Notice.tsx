import clsx from 'clsx';
import type { ReactNode } from 'react';

export type Tone = 'ok' | 'warn' | 'danger' | 'info' | 'neutral';

const TONES: Record<Tone, string> = {
  ok: 'bg-ok-tint text-on-ok-tint [--lane:var(--ok)]',
  warn: 'bg-warn-tint text-on-warn-tint [--lane:var(--warn)]',
  danger: 'bg-danger-tint text-on-danger-tint [--lane:var(--danger)]',
  info: 'bg-info-tint text-on-info-tint [--lane:var(--info)]',
  neutral: 'bg-neutral-tint text-on-neutral-tint [--lane:var(--control)]',
};

interface NoticeProps {
  tone: Tone;
  title?: string;
  /** Announced at once by screen readers, for results of the user's action. */
  alert?: boolean;
  children?: ReactNode;
}

export const Notice = ({ tone, title, alert = false, children }: NoticeProps) => (
  <div role={alert ? 'alert' : undefined} className={clsx('lane py-3 pr-4 pl-5', TONES[tone])}>
    {title !== undefined && <p className="font-semibold">{title}</p>}
    {children}
  </div>
);
