import { useTranslation } from 'react-i18next';
import type { Fence } from '../../../shared/contract/playout/fence.ts';
import { numberOfShape } from '../fields/inputs/place/fences.ts';
import { placeText } from '../fields/inputs/place/point.ts';
import { useFormat } from '../text/useFormat.ts';

/** What a map shows of areas, in words and numbers. */
export function FenceTable({ fences }: { fences: readonly Fence[] }) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const points = (count: number) => t('shapes.pointCount', { count, shown: format.number(count) });
  const where = (fence: Fence) => {
    const at =
      fence.shape === 'circle' ? fence : fence.shape === 'corridor' ? fence.path[0] : fence.rings[0]?.[0];
    return at ? placeText(at) : '';
  };
  const size = (fence: Fence) => {
    if (fence.shape === 'circle') return t('shapes.around', { radius: format.metres(fence.radius_m) });
    if (fence.shape === 'corridor')
      return [t('shapes.wide', { width: format.metres(fence.width_m) }), points(fence.path.length)].join(
        ' · ',
      );
    const holes = fence.rings.length - 1;
    return [
      points(fence.rings[0]?.length ?? 0),
      ...(holes > 0 ? [t('shapes.holeCount', { count: holes, shown: format.number(holes) })] : []),
    ].join(' · ');
  };
  return (
    <table className="mt-3 w-full text-left">
      <thead className="border-b-2 border-ink text-13 text-ink-2">
        <tr>
          {(['what', 'where', 'size'] as const).map(head => (
            <th key={head} scope="col" className="py-1 pr-4">
              {t(`shapes.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fences.map((fence, i) => (
          <tr key={i} className="border-b border-line">
            <th scope="row" className="py-2 pr-4 font-semibold">
              {t(`shapes.name.${fence.shape}`, { n: format.number(numberOfShape(fences, i)) })}
            </th>
            <td className="py-2 pr-4 font-mono text-13">{where(fence)}</td>
            <td className="py-2">{size(fence)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
