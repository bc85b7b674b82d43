import { useTranslation } from 'react-i18next';

export type Text = (key: string, values?: Record<string, unknown>) => string;

/** For generic screens whose keys come from definitions; a test checks that every such key exists. */
export function useText(namespace: string): Text {
  const { t } = useTranslation(namespace as 'common');
  return t as unknown as Text;
}
