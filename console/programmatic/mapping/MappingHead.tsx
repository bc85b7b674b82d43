/** The worlds that delivery is made of, side by side. */
import { useLocation } from 'wouter';
import { PATHS } from '../../app/paths.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { useText } from '../../kit/text/useText.ts';
import { PageTabs } from '../../kit/ui/controls/PageTabs.tsx';

const MatrixPanel = lazyPanel<object>(() => import('./MatrixPanel.tsx'), ['programmaticMappings']);

export function MappingHead() {
  const text = useText('programmaticMappings');
  const [path] = useLocation();
  return (
    <>
      <PageTabs
        label={text('pages.label')}
        tabs={[
          { href: PATHS.mapping, label: text('pages.screens') },
          { href: PATHS.mappedCreatives, label: text('pages.creatives') },
          { href: PATHS.mappedSlots, label: text('pages.slots') },
          { href: PATHS.multipliers, label: text('pages.multipliers') },
          { href: PATHS.placements, label: text('pages.placements') },
        ]}
      />
      {path === PATHS.mapping && <MatrixPanel />}
    </>
  );
}
