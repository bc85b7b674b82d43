interface FieldGroup {
  /** The field of the row that holds the group, and its current value. */
  field: string;
  current: object;
  /** Form field → its name inside the group. */
  parts: Readonly<Record<string, string>>;
}

/** Collects form fields that are sent as one object: `limit_users` becomes `limits: {…, users}`. */
export function groupFields(
  changed: Readonly<Record<string, unknown>>,
  { field, current, parts }: FieldGroup,
): object {
  const ungrouped: Record<string, unknown> = {};
  const grouped: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changed)) {
    const part = parts[name];
    if (part === undefined) ungrouped[name] = value;
    else grouped[part] = value;
  }
  return Object.keys(grouped).length === 0
    ? ungrouped
    : { ...ungrouped, [field]: { ...current, ...grouped } };
}
