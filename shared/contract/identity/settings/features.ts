/** Features that a tenant may switch off: what each consists of, as calls and as pages. */
export const FEATURES = ['programmatic', 'content_feeds', 'data_migration'] as const;
export type Feature = (typeof FEATURES)[number];

/** Where its calls begin, and where its pages do. */
const PARTS: Record<Feature, { calls: string; pages: string }> = {
  programmatic: { calls: '/api/programmatic', pages: '/admin/programmatic' },
  content_feeds: { calls: '/api/feeds', pages: '/admin/content/feeds' },
  data_migration: { calls: '/api/migrations', pages: '/admin/data-migration' },
};
const featureAt = (path: string, part: 'calls' | 'pages') =>
  FEATURES.find(name => `${path}/`.startsWith(`${PARTS[name][part]}/`));
export const featureOfCall = (path: string): Feature | undefined => featureAt(path, 'calls');
export const featureOfPage = (path: string): Feature | undefined => featureAt(path, 'pages');
