import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { api, data } from "@/api/client";
import { tools } from "@/api/queries";
import { Empty, Loading } from "@/design";
import { useTexts } from "@/texts";
import { prettyUnit } from "@/texts/numbers";

interface Tool {
  name: string;
  kind: string;
  title_en: string;
  title_zh: string;
  category: string;
}

/** All indices, charts and detectors, searched by name in both languages. */
export function Catalogue() {
  const { t, language } = useTexts();
  const found = useQuery(tools);
  const [search, setSearch] = useState("");
  return (
    <div className="stack">
      <input
        className="input"
        type="search"
        aria-label={t("ui-catalogue-search")}
        placeholder={t("ui-catalogue-search")}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Loading query={found} lines={10}>
        {(all) => {
          const words = search.toLowerCase().split(/\s+/).filter(Boolean);
          const shown = (all as Tool[]).filter((one) => {
            const text = `${one.name} ${one.title_en} ${one.title_zh} ${one.kind}`.toLowerCase();
            return words.every((word) => text.includes(word));
          });
          if (shown.length === 0) return <Empty title={t("ui-find-nothing-short")} />;
          return (
            <ul className="tools">
              {shown.map((one) => (
                <li key={one.name}>
                  <Link to={`/library/catalogue/${one.name}`}>
                    {language === "zh" ? one.title_zh : one.title_en}{" "}
                    <span className="tiny quiet">
                      {t(`ui-kind-${one.kind}`)} · <code>{one.name}</code>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </Loading>
    </div>
  );
}

/** The page of one tool: definition, inputs, parameters, references. */
export function ToolPage() {
  const { t, language } = useTexts();
  const { name = "" } = useParams();
  const found = useQuery({
    queryKey: ["catalog", name],
    queryFn: () => data(api.GET("/api/v1/catalog/{name}/", { params: { path: { name } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loading query={found} lines={8}>
      {(page) => (
        <article className="entry stack wide">
          <header className="stack close">
            <Link to="/library/catalogue" className="small">
              {t("ui-library-catalogue")}
            </Link>
            <h2>{language === "zh" ? page.title_zh : page.title_en}</h2>
            <code className="tiny quiet">{page.name}</code>
          </header>
          <p className="lead">{page.summary}</p>
          {page.description.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <dl className="facts">
            {page.formula && (
              <>
                <dt>{t("ui-formula")}</dt>
                <dd className="mono">{page.formula}</dd>
              </>
            )}
            {page.unit && (
              <>
                <dt>{t("ui-unit")}</dt>
                <dd>{prettyUnit(page.unit)}</dd>
              </>
            )}
            {page.inputs.length > 0 && (
              <>
                <dt>{t("ui-inputs")}</dt>
                <dd>
                  {page.inputs.map((one) => (
                    <div key={`${one.name}${one.where}`}>
                      <code>{one.name}</code> {one.title} {one.where}
                    </div>
                  ))}
                </dd>
              </>
            )}
          </dl>
          {page.parameters.length > 0 && (
            <div className="scroll">
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">{t("ui-parameter")}</th>
                    <th scope="col">{t("ui-meaning")}</th>
                    <th scope="col">{t("ui-default")}</th>
                  </tr>
                </thead>
                <tbody>
                  {page.parameters.map((one) => (
                    <tr key={one.name}>
                      <td className="mono">{one.name}</td>
                      <td>{one.description}</td>
                      <td className="mono">
                        {String(one.default ?? "–")} {prettyUnit(one.unit ?? "")}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </article>
      )}
    </Loading>
  );
}
