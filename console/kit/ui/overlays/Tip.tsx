import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { TOOLTIP } from '../../../../shared/constants.ts';
import { TipContext } from './TipContext.ts';

/** A tooltip; opens after 700 ms, and at once within 300 ms of another. */
const Tip = ({ text, children }: { text: string; children: ReactNode }) => (
  <Tooltip.Root>
    <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
    <Tooltip.Portal>
      <Tooltip.Content
        sideOffset={6}
        collisionPadding={8}
        className="z-40 max-w-72 rounded-sm bg-ink px-3 py-2 text-13 text-bg shadow-float"
      >
        {text}
      </Tooltip.Content>
    </Tooltip.Portal>
  </Tooltip.Root>
);

const withTip = (text: string, button: ReactNode) => <Tip text={text}>{button}</Tip>;

/** Tips of the buttons within; loaded on its own, because what places them is larger than most pages. */
export default function TipProvider({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={TOOLTIP.openDelayMs} skipDelayDuration={TOOLTIP.skipDelayMs}>
      <TipContext value={withTip}>{children}</TipContext>
    </Tooltip.Provider>
  );
}
