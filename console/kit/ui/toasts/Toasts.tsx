import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { TOAST } from '../../../../shared/constants.ts';
import { buttonClass, IconButton } from '../controls/Button.tsx';
import type { Tone } from '../display/Notice.tsx';
import '../../../workspace.css';
import { useToasts } from './useToasts.ts';

const LANES: Record<Tone, string> = {
  ok: '[--lane:var(--ok)]',
  warn: '[--lane:var(--warn)]',
  danger: '[--lane:var(--danger)]',
  info: '[--lane:var(--info)]',
  neutral: '[--lane:var(--lamp)]',
};

/** Radix closes when the threshold is exceeded; the specification says when it is reached. */
const JUST_BELOW_PX = 0.01;

/** F8 moves the focus here, a swipe to the right closes, hover or focus pauses the timer. */
export default function ToastArea() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { list } = useStore(toasts.store);
  return (
    <Toast.Provider
      label={t('toast.label')}
      duration={TOAST.durationMs}
      swipeDirection="right"
      swipeThreshold={TOAST.swipeThresholdPx - JUST_BELOW_PX}
    >
      {list.map(({ id, open, title, text, tone = 'neutral', durationMs, action }) => (
        <Toast.Root
          key={id}
          open={open}
          duration={durationMs ?? TOAST.durationMs}
          onOpenChange={next => !next && toasts.close(id)}
          className={`lane flex items-center gap-3 rounded-sm bg-raised py-2 pr-2 pl-5 text-ink shadow-float outline-1 outline-line data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${LANES[tone]}`}
        >
          <div className="min-w-0 flex-1 py-1">
            <Toast.Title className="font-semibold">{title}</Toast.Title>
            {text !== undefined && <Toast.Description className="text-ink-2">{text}</Toast.Description>}
          </div>
          {action && (
            <Toast.Action altText={action.altText} onClick={action.run} className={buttonClass('outline')}>
              {action.label}
            </Toast.Action>
          )}
          <Toast.Close asChild>
            <IconButton label={t('toast.close')}>
              <X size={20} aria-hidden />
            </IconButton>
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport
        label={t('toast.area', { hotkey: '{hotkey}' })}
        className="toasts fixed right-4 bottom-4 z-50 m-0 flex w-[min(420px,calc(100vw-32px))] list-none flex-col p-0"
      />
    </Toast.Provider>
  );
}
