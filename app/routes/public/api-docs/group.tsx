import { Fragment } from "react";
import { data } from "react-router";
import {
  type DescribedCall,
  describeGroup,
  type FieldKind,
  type FieldRow,
} from "../../../api/docs.server.ts";
import { callSummaries } from "../../../http/api.server.ts";
import { cacheTags } from "../../../http/cache-tags.ts";
import { featuresOf } from "../../../http/features.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/group";
import { CallAddress } from "./call-address.tsx";

export const handle = { isForEverybody: true };

/** docs/product.md, 9.14. */
export function loader({ context, params }: Route.LoaderArgs) {
  const found = describeGroup(params.group, featuresOf(context));
  if (!found) throw data(null, { status: 404 });
  const { group } = found;
  const summaryOf = callSummaries(context);
  const calls = found.calls.map((call) => ({ ...call, summary: summaryOf(call.name) }));
  return data({ title: getI18n(context).t(`api:groups.${group}`), calls }, { headers: cacheTags() });
}

export default function ApiGroup({ loaderData: { title, calls } }: Route.ComponentProps) {
  const { t } = useTexts("api");
  return (
    <article className="legal">
      <p>
        <a href="/api/docs#calls">{t("back")}</a>
      </p>
      <Title order={1}>{title}</Title>
      {calls.map((call) => (
        <Described key={call.name} call={call} />
      ))}
    </article>
  );
}

function Described({ call }: { call: DescribedCall & { summary: string } }) {
  const { t } = useTexts("api");
  const { name, method, path, summary, who, scope, isRepeatable, sent, answers, refusals } = call;
  return (
    <section id={name}>
      <Title order={2}>
        <CallAddress method={method} path={path} />
      </Title>
      <p>{summary}</p>
      <p className="help">
        {t(`who.${who}`)} {scope ? t("scope", { scope }) : null} {isRepeatable ? t("repeatable") : null}
      </p>
      {sent.length > 0 ? <Fields title={t("sent")} rows={sent} /> : null}
      {answers.map(({ status, fields }) =>
        fields.length > 0 ? (
          <Fields key={status} title={t("answered", { status })} rows={fields} />
        ) : (
          <p key={status}>{t("empty", { status })}</p>
        ),
      )}
      {refusals.length > 0 ? (
        <details className="question">
          <summary>{t("refused")}</summary>
          <ul>
            {refusals.map(({ status, codes }) => (
              <li key={status}>
                {status}: <code>{codes.join(", ")}</code>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function Fields({ title, rows }: { title: string; rows: readonly FieldRow[] }) {
  const { t } = useTexts("api");
  return (
    <details className="question">
      <summary>{title}</summary>
      <ul>
        {rows.map(({ name, place, isNeeded, kinds }) => (
          <li key={`${place} ${name}`}>
            <code>
              <NameParts text={name} />
            </code>
            : <Kinds kinds={kinds} />
            {place === "body" ? null : <>, {t(`places.${place}`)}</>}
            {isNeeded && title === t("sent") ? (
              <>
                , <b>{t("needed")}</b>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Kinds({ kinds }: { kinds: readonly FieldKind[] }) {
  const { t } = useTexts("api");
  return (
    <>
      {kinds.map(({ kind, isList, values }, at) => (
        <Fragment key={`${kind} ${isList} ${values.join()}`}>
          {at === 0 ? null : at < kinds.length - 1 ? ", " : ` ${t("either")} `}
          {isList ? `${t("list")}: ` : null}
          {kind === "choice" ? (
            <>
              {t("choice")}: <code>{values.join(", ")}</code>
            </>
          ) : (
            t(`types.${kind}`)
          )}
        </Fragment>
      ))}
    </>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
