interface Gathered {
  /** The value of the row they belong to, and what it is now. */
  into: string;
  whole: object;
  /** Field of the form → its name within. */
  parts: Readonly<Record<string, string>>;
}

/** Fields that stand among the others in a form and go out as one value: `limit_users` as `limits: {…, users}`. */
export function gather(changed: Readonly<Record<string, unknown>>, { into, whole, parts }: Gathered): object {
  const others: Record<string, unknown> = {};
  const within: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changed)) {
    const part = parts[name];
    if (part === undefined) others[name] = value;
    else within[part] = value;
  }
  return Object.keys(within).length === 0 ? others : { ...others, [into]: { ...whole, ...within } };
}
