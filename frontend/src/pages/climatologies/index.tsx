import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { sources } from "@/api/queries";
import { Empty, Loading, Notice } from "@/design";
import { useTexts } from "@/texts";

/** Which sources can be compared with what is usual, and which diagnoses therefore go without. */
export default function Climatologies() {
  const { t, language } = useTexts();
  const found = useQuery(sources);
  return (
    <div className="sheet">
      <header>
        <h1>{t("ui-climatologies-title")}</h1>
      </header>
      <Loading query={found} lines={6}>
        {(list) => {
          const having = list.filter((one) => one.has_climatology);
          const lacking = list.filter((one) => !one.has_climatology);
          return (
            <div className="stack wide">
              <Notice>{t("ui-climatologies-text")}</Notice>
              {[
                ["ui-climatologies-having", having] as const,
                ["ui-climatologies-lacking", lacking] as const,
              ].map(([title, group]) => (
                <section key={title}>
                  <h2 className="side-head">{t(title)}</h2>
                  {group.length === 0 ? (
                    <Empty title={t("ui-none")} />
                  ) : (
                    <ul className="stack close">
                      {group.map((one) => (
                        <li key={one.name}>
                          <Link to={`/sources/${encodeURIComponent(one.name)}`}>
                            {language === "zh" && one.title_zh ? one.title_zh : one.title}
                          </Link>{" "}
                          <span className="tiny quiet mono">{one.name}</span>
                        </li>
                      ))}
                    </ul>
                  )}
                </section>
              ))}
            </div>
          );
        }}
      </Loading>
    </div>
  );
}
