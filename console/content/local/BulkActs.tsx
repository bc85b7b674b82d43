import { useTranslation } from 'react-i18next';
import { contentItems } from '../../../shared/contract/content/contentItem.ts';
import type { BulkProps } from '../../kit/resource/defineResource.ts';
import { OneByOne, type BulkAct } from '../../kit/screens/bulk/OneByOne.tsx';

const VERBS = ['publish', 'pause', 'resume', 'expire', 'archive'] as const;

export function BulkActs(props: BulkProps) {
  const { t } = useTranslation('localContent');
  const count = props.selection.ids.length;
  const questionOf = (verb: (typeof VERBS)[number]) =>
    verb === 'expire' || verb === 'archive'
      ? { question: { title: t(`bulk.ask.${verb}`, { count }), text: t(`ask.${verb}.text`) } }
      : {};
  const acts = VERBS.map((verb): BulkAct => ({
    label: t(`actions.${verb}`),
    act: (client, { id, name, version }) =>
      client.write(
        contentItems.actionEndpoints[verb],
        { ...{ params: { id }, body: {} }, ...(verb === 'publish' && { version }) },
        { type: `localContent.${verb}`, description: `${t(`actions.${verb}`)}: ${name}` },
      ),
    ...questionOf(verb),
  }));
  return <OneByOne {...props} ns="localContent" acts={acts} />;
}
