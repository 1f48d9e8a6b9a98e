import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { useAccess } from "@/api/access";
import { api, data } from "@/api/client";
import { cursorOf } from "@/api/lists";
import { Button, Empty, Field, Loading, Notice, Time } from "@/design";
import { useTexts } from "@/texts";

const FILTERS = ["action", "actor", "subject", "since", "until"] as const;

/** The audit log: who did what, when; for those who oversee the centre. */
export default function Audit() {
  const { t } = useTexts();
  const access = useAccess();
  if (!access.may("audit.view")) {
    const roles = access.rolesFor("audit.view").map((role) => t(`ui-role-${role}`));
    return (
      <div className="sheet">
        <header>
          <h1>{t("ui-nav-audit")}</h1>
        </header>
        <Notice>{t("ui-role-needed", { roles: { items: roles, style: "or" } })}</Notice>
      </div>
    );
  }
  return <Log />;
}

function Log() {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
  );
  const [draft, setDraft] = useState<Record<string, string>>(filters as Record<string, string>);
  const cursor = search.get("cursor") ?? undefined;
  const found = useQuery({
    queryKey: ["audit", filters, cursor],
    queryFn: () =>
      data(
        api.GET("/api/v1/audit/", {
          params: { query: { ...filters, page_size: 50, ...(cursor ? { cursor } : {}) } as never },
        }),
      ),
    placeholderData: (before) => before,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSearch(Object.fromEntries(Object.entries(draft).filter(([, value]) => value)));
  };
  const turn = (address: string | null) => {
    const next = new URLSearchParams(search);
    const wanted = cursorOf(address);
    if (wanted) next.set("cursor", wanted);
    else next.delete("cursor");
    setSearch(next);
  };
  return (
    <div className="sheet">
      <header>
        <h1>{t("ui-nav-audit")}</h1>
      </header>
      <form className="row" onSubmit={submit}>
        {FILTERS.map((name) => (
          <Field key={name} label={t(`ui-audit-${name}`)}>
            {(props) => (
              <input
                {...props}
                className="input"
                placeholder={t(`ui-audit-${name}-example`)}
                value={draft[name] ?? ""}
                onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Button type="submit">{t("ui-filter")}</Button>
      </form>
      <Loading query={found} lines={12}>
        {(page) =>
          page.results.length === 0 ? (
            <Empty title={t("ui-audit-none")} />
          ) : (
            <>
              <div className="scroll">
                <table className="table cards">
                  <thead>
                    <tr>
                      <th scope="col">{t("ui-audit-at")}</th>
                      <th scope="col">{t("ui-audit-action")}</th>
                      <th scope="col">{t("ui-audit-actor")}</th>
                      <th scope="col">{t("ui-audit-subject")}</th>
                      <th scope="col">{t("ui-audit-after")}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {page.results.map((record) => (
                      <tr key={record.seq}>
                        <td>
                          <Time at={record.at} />
                        </td>
                        <td>
                          <code>{record.action}</code>
                        </td>
                        <td>{record.actor}</td>
                        <td className="mono tiny">{record.subject_id ?? "–"}</td>
                        <td className="mono tiny quiet line">
                          {record.after ? JSON.stringify(record.after).slice(0, 120) : ""}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <nav className="row" aria-label={t("ui-pages-of-list")}>
                <Button disabled={!page.previous} onClick={() => turn(page.previous)}>
                  {t("ui-newer")}
                </Button>
                <Button disabled={!page.next} onClick={() => turn(page.next)}>
                  {t("ui-older")}
                </Button>
              </nav>
            </>
          )
        }
      </Loading>
    </div>
  );
}
