/* SPDX-License-Identifier: BSD-3-Clause */
/* The members of each kind of object in a study file. The reader uses this table. A test compares
 * it with studies/study.schema.json, where the shape "axis" is "#/$defs/axis". */
#ifndef SIMGPU_STUDY_SHAPES_H
#define SIMGPU_STUDY_SHAPES_H

#include "base/json/shape.h"

enum study_shape_id {
    STUDY_SHAPE_STUDY,
    STUDY_SHAPE_AXIS,
    STUDY_SHAPE_VALUE,
    STUDY_SHAPE_BASELINE, /* speedup, relative */
    STUDY_SHAPE_RATIO,
    STUDY_SHAPE_MEAN,
    STUDY_SHAPE_BEST,
    STUDY_SHAPE_PUBLISHED,
    STUDY_SHAPES
};

const struct json_shape *study_shape(enum study_shape_id id);

#endif
