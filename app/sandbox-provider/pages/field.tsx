import type { InputHTMLAttributes, ReactNode } from "react";
import type { ErrorKey, FieldErrors } from "../pay-form.ts";
import type { SandboxText } from "./text.ts";

export function ErrorSummary({ t, errors }: { t: SandboxText; errors: FieldErrors }) {
  const entries = Object.entries(errors);
  if (entries.length === 0) return null;
  return (
    <div className="sp-errors" role="alert">
      <strong>{t("errors.summary")}</strong>
      <ul>
        {entries.map(([field, key]) => (
          <li key={field}>
            <a href={`#${fieldId(field)}`}>{t(key)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "name" | "className">;

export function Field(
  props: InputProps & { t: SandboxText; name: string; label: string; help?: string; errors: FieldErrors },
) {
  const { t, name, label, help, errors, ...input } = props;
  const error = errors[name];
  return (
    <div className="sp-field">
      <label htmlFor={fieldId(name)}>{label}</label>
      <input
        {...input}
        className="sp-input"
        id={fieldId(name)}
        name={name}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, Boolean(help), Boolean(error))}
      />
      {help && (
        <p className="sp-help" id={`${fieldId(name)}-help`}>
          {help}
        </p>
      )}
      <FieldError t={t} name={name} error={error} />
    </div>
  );
}

export function FieldError(props: { t: SandboxText; name: string; error: ErrorKey | undefined }) {
  const { t, name, error } = props;
  if (!error) return null;
  return (
    <p className="sp-error" id={`${fieldId(name)}-error`}>
      {t(error)}
    </p>
  );
}

/** `noValidate`: the server's errors are in the page's language. */
export function PostForm({ children }: { children: ReactNode }) {
  return (
    <form method="post" noValidate className="sp-form">
      {children}
    </form>
  );
}

export function fieldId(name: string): string {
  return `sp-${name}`;
}

export function describedBy(name: string, hasHelp: boolean, hasError: boolean): string | undefined {
  const ids = [hasHelp && `${fieldId(name)}-help`, hasError && `${fieldId(name)}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}
