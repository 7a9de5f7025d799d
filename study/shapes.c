/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/shapes.h"

/* See struct study_setting. */
#define SETTING                                                                                    \
    OPTIONAL("platform"), OPTIONAL("workload"), OPTIONAL("command"), OPTIONAL("set"),              \
        OPTIONAL("policy"), OPTIONAL("options"), OPTIONAL("plugins")
#define SOURCE REQUIRED("name"), REQUIRED("kind"), CHOICE("metric"), CHOICE("of")

static const struct json_shape shapes[STUDY_SHAPES] = {
    [STUDY_SHAPE_STUDY] = {"study",
                           {REQUIRED("name"), OPTIONAL("title"), OPTIONAL("description"), SETTING,
                            OPTIONAL("timeout_s"), REQUIRED("axes"), OPTIONAL("exclude"),
                            OPTIONAL("derive"), OPTIONAL("published"), OPTIONAL("show"),
                            OPTIONAL("figures"), OPTIONAL("$schema")}},
    [STUDY_SHAPE_AXIS] = {"axis", {REQUIRED("name"), REQUIRED("values")}},
    [STUDY_SHAPE_VALUE] = {"value", {REQUIRED("label"), SETTING}},
    [STUDY_SHAPE_BASELINE] = {"derive_baseline", {SOURCE, REQUIRED("over")}},
    [STUDY_SHAPE_RATIO] = {"derive_ratio", {SOURCE, REQUIRED("by"), OPTIONAL("scale")}},
    [STUDY_SHAPE_MEAN] = {"derive_mean", {SOURCE, REQUIRED("across"), OPTIONAL("where")}},
    [STUDY_SHAPE_BEST] = {"derive_best",
                          {SOURCE, REQUIRED("across"), OPTIONAL("where"), OPTIONAL("want")}},
    [STUDY_SHAPE_PUBLISHED] = {"published",
                               {REQUIRED("name"), OPTIONAL("where"), CHOICE("value"),
                                CHOICE("above"), CHOICE("below"), REQUIRED("source"),
                                OPTIONAL("neutral"), OPTIONAL("what")}},
};

const struct json_shape *study_shape(enum study_shape_id id)
{
    return &shapes[id];
}
