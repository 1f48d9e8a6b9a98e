import { queryOptions } from "@tanstack/react-query";
import { type Api, bodyOf } from "./client";

export const members = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "members"],
    queryFn: () => bodyOf(api.GET("/api/v1/members/")),
  });

export const invitations = (api: Api, centre: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: [centre, "invitations", cursor],
    queryFn: () => bodyOf(api.GET("/api/v1/invitations/", { params: { query: { cursor } } })),
  });

export const sourceRoots = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "source-roots"],
    queryFn: () => bodyOf(api.GET("/api/v1/source-roots/")),
  });

export const keys = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "keys"],
    queryFn: () => bodyOf(api.GET("/api/v1/api-keys/")),
  });
